import './page.css'
import { mount } from './shell/mount.tsx'
import { hashRoutes } from './shell/routes.ts'

const tokenKey = 'entity-screening admin token'

// The page at /__admin/ shows the server that sent the page.
mount(document.body, {
  send: (path, init) => fetch(`.${path}`, init),
  routes: hashRoutes(),
  baseUrl: location.origin,
  // The token survives a reload of the tab; other tabs do not have it.
  adminToken: sessionStorage.getItem(tokenKey) ?? undefined,
  onToken(token) {
    if (token === undefined) sessionStorage.removeItem(tokenKey)
    else sessionStorage.setItem(tokenKey, token)
  },
})
