import './page.css'
import { mount } from './shell/mount.tsx'
import { hashRoutes } from './shell/routes.ts'

const tokenName = 'entity-screening admin token'

// The page at /__admin/: its server is where it comes from.
mount(document.body, {
  send: (path, init) => fetch(`.${path}`, init),
  routes: hashRoutes(),
  baseUrl: location.origin,
  // A reload of the tab has it, another tab does not.
  adminToken: sessionStorage.getItem(tokenName) ?? undefined,
  keepToken(token) {
    if (token === undefined) sessionStorage.removeItem(tokenName)
    else sessionStorage.setItem(tokenName, token)
  },
})
