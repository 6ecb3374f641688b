import './page.css'
import { mount } from './shell/mount.tsx'
import { hashRoutes } from './shell/routes.ts'

const tokenKey = 'entity-screening admin token'

// The console page at /__admin/ connects to the server that sent the page.
mount(document.body, {
  send: (path, init) => fetch(`.${path}`, init),
  routes: hashRoutes(),
  baseUrl: location.origin,
  // The token is kept when the tab is reloaded. Other tabs do not have the token.
  adminToken: sessionStorage.getItem(tokenKey) ?? undefined,
  onToken(token) {
    if (token === undefined) sessionStorage.removeItem(tokenKey)
    else sessionStorage.setItem(tokenKey, token)
  },
})
