// Transforms TypeScript, and the ESM-only dependencies of msw 2, because Jest runs CommonJS.
/** @type {import('jest').Config} */
module.exports = {
  transform: {
    '\\.(ts|m?js)$': [
      'ts-jest',
      {
        tsconfig: {
          target: 'es2022',
          module: 'commonjs',
          rootDir: '.',
          allowJs: true,
          esModuleInterop: true,
          isolatedModules: true,
        },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/(?!(.*/)?(@open-draft|rettime|until-async)/)'],
}
