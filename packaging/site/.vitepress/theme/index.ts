import { type DefaultTheme, useData, withBase } from 'vitepress'
import theme from 'vitepress/theme'
import { type App, h } from 'vue'
import './style.css'

type ThemeConfig = DefaultTheme.Config & { readonly notes: readonly { text: string; link: string }[] }

/** Links to the notes on the project, below each page. */
function Notes() {
  const links = useData<ThemeConfig>().theme.value.notes.map(({ text, link }) =>
    h('a', { href: withBase(link) }, text),
  )
  return h('nav', { class: 'notes', 'aria-label': 'About the project' }, links)
}

export default {
  ...theme,
  Layout: () => h(theme.Layout, null, { 'doc-after': () => h(Notes) }),
  enhanceApp({ app }: { app: App }) {
    app.component('Notes', Notes)
  },
}
