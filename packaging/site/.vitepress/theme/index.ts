import theme from 'vitepress/theme'
import { h } from 'vue'
import picture from '../../../../docs/images/ownership-chain.svg'
import './style.css'

const alt = 'Who owns a company: a sanctioned person, through two holdings'

export default {
  ...theme,
  Layout: () =>
    h(theme.Layout, null, { 'home-hero-image': () => h('img', { class: 'VPImage', src: picture, alt }) }),
}
