// The layers, as CONTRIBUTING.md draws them. `npm run lint` checks them.

/** What `from` may import of the project, beside itself. Types count too. */
const only = (name, from, ...to) => ({
  name,
  severity: 'error',
  from: { path: `^${from}` },
  to: {
    path: '^(src|mock-server|cli|test|bench|examples|packaging|docs)/',
    pathNot: [from, ...to].map(path => `^${path}`),
  },
})

const shared = 'src/shared/'
const [contract, reading, quirks, model] = ['src/contract/', 'src/reading/', 'src/quirks/', 'src/model/']
const values = { dependencyTypesNot: ['type-only'] }

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no circle', severity: 'error', from: {}, to: { circular: true, viaOnly: values } },
    {
      // Each error class has the union of all error classes in its type.
      name: 'no circle of types',
      severity: 'error',
      from: { pathNot: '^src/transport/errors/' },
      to: { circular: true },
    },
    { name: 'nothing unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'errors load nothing but errors',
      severity: 'error',
      from: { path: '^src/transport/errors/' },
      to: { ...values, pathNot: '^src/transport/errors/' },
    },
    only('what is shared stands alone', shared),
    only('the contract stands alone', contract, shared),
    only('reading knows the contract', reading, contract, shared),
    only('quirks read', quirks, reading, contract, shared),
    only('the model knows quirks', model, quirks, reading, contract, shared, 'src/transport/errors/'),
    only('operations know the model', 'src/operations/', model, quirks, reading, contract, shared),
    only(
      'the transport knows no resource, and operations by their form',
      'src/transport/',
      'src/operations/operation-spec.ts',
      model,
      quirks,
      reading,
      contract,
      shared,
      'src/pacing/',
    ),
    only(
      'networks know the model, and which names mention screening',
      'src/network/',
      model,
      'src/reading/(letters|screening/.+).ts',
      contract,
      shared,
      'src/transport/(check-input|create-error|options/rules).ts',
      'src/formats/',
    ),
    only(
      'the reading of relations knows no graph',
      'src/network/relations/',
      'src/network/share.ts',
      model,
      'src/reading/letters.ts',
      contract,
      shared,
      'src/transport/(create-error|options/rules).ts',
    ),
    only(
      'the proxy knows the contract, what a status means, how fetch is called, and how errors are copied',
      'src/proxy/',
      contract,
      shared,
      'src/pacing/(?:sleep|with-timeout).ts',
      'src/transport/(?:attempts/outcome|attempts/runtime|options/options|copy-cause).ts',
    ),
    only('the client knows no mock server', 'src/'),
    {
      ...only(
        'the mock server knows the contract, and reads with the model',
        'mock-server/',
        model,
        reading,
        contract,
        shared,
        'src/store/',
        'src/network/',
        'src/pacing/(?:sleep|with-timeout).ts',
        'docs/openapi.json',
      ),
      from: { path: '^mock-server/', pathNot: '^mock-server/parity/' },
    },
    only('parity reads with the client', 'mock-server/parity/', 'mock-server/', 'src/'),
    {
      name: 'nothing loads the console',
      severity: 'error',
      from: { path: '^(src|mock-server|cli)/', pathNot: '^mock-server/console/' },
      to: { path: '^mock-server/console/' },
    },
    {
      name: 'the console knows the server by its types, and the control API',
      severity: 'error',
      from: { path: '^mock-server/console/' },
      to: {
        ...values,
        path: '^mock-server/',
        pathNot: '^mock-server/(console/|parse-argument.ts|admin/call-control-api.ts)',
      },
    },
    only('the CLI knows client and mock server', 'cli/', 'src/', 'mock-server/'),
    {
      name: 'Node only where files are read',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(store|portfolio/(source|journal))/' },
      to: { dependencyTypes: ['core'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types'] },
  },
}
