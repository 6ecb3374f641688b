// Jest's own jsdom environment hides what Node has: TextEncoder, fetch, Request, streams. `jest-fixed-jsdom` is the same with them.
/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'jest-fixed-jsdom',
  transform: {
    '\\.(tsx?|m?js)$': [
      'ts-jest',
      {
        tsconfig: {
          target: 'es2022',
          module: 'commonjs',
          jsx: 'react-jsx',
          allowJs: true,
          esModuleInterop: true,
          isolatedModules: true,
        },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(.*/)?(@open-draft|rettime|until-async)/)'],
}
