// .storybook/main.ts: the generated one, with msw-storybook-addon.
import type { StorybookConfig } from '@storybook/react-vite'

const config: StorybookConfig = {
  stories: ['../src/**/*.mdx', '../src/**/*.stories.@(js|jsx|mjs|ts|tsx)'],
  addons: ['@storybook/addon-docs', 'msw-storybook-addon'],
  framework: '@storybook/react-vite',
}
export default config
