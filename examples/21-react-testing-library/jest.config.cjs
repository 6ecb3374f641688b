// Jest's own jsdom environment hides TextEncoder, fetch, Request and streams.
// `jest-fixed-jsdom` restores them.
const modules = 'entity-screening-sdk|ky|@open-draft|rettime|until-async'

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
  // These packages are ES modules.
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${modules})/)`],
}
