// .storybook/preview.ts, in place of the generated preview.tsx: starts msw's
// worker, with the handlers of the story.
import type { Preview } from '@storybook/react-vite'
import { mswLoader } from 'msw-storybook-addon/csf3'

const preview: Preview = {
  loaders: [mswLoader()],
  parameters: {
    controls: { matchers: { color: /(background|color)$/i, date: /Date$/i } },
  },
}
export default preview
