// For TypeScript, and for what msw 2 is made of: these packages are ESM only, and Jest runs CommonJS.
/** @type {import('jest').Config} */
module.exports = {
  transform: {
    '\\.(ts|m?js)$': [
      'ts-jest',
      {
        tsconfig: {
          target: 'es2022',
          module: 'commonjs',
          allowJs: true,
          esModuleInterop: true,
          isolatedModules: true,
        },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(.*/)?(@open-draft|rettime|until-async)/)'],
}
