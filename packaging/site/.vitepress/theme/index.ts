import theme from 'vitepress/theme'
import { h } from 'vue'
import picture from '../../../../docs/images/fifty-percent.svg'
import './style.css'

const alt = 'A company of which a sanctioned person owns exactly half'

export default {
  ...theme,
  Layout: () =>
    h(theme.Layout, null, { 'home-hero-image': () => h('img', { class: 'VPImage', src: picture, alt }) }),
}
