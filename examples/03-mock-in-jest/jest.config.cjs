// Jest runs CommonJS: ts-jest compiles TypeScript, and the packages that are ES
// modules.
const modules = 'entity-screening-sdk|ky|@open-draft|rettime|until-async'

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
  // These packages are ES modules.
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${modules})/)`],
}
