import './page.css'
import { mount } from './shell/mount.tsx'
import { hashRoutes } from './shell/routes.ts'

// The page at /__admin/: its server is where it comes from.
mount(document.body, {
  send: (path, init) => fetch(`.${path}`, init),
  routes: hashRoutes(),
  baseUrl: location.origin,
})
