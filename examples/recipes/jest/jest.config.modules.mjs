// ES modules, as in a project with "type": "module". TypeScript is compiled to ES
// modules, and msw 3 needs no transform.
/** @type {import('jest').Config} */
export default {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '\\.tsx?$': [
      'ts-jest',
      {
        useESM: true,
        tsconfig: {
          target: 'es2022',
          module: 'esnext',
          moduleResolution: 'bundler',
          rootDir: '.',
          isolatedModules: true,
        },
      },
    ],
  },
}
