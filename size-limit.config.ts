import { isBuiltin } from 'node:module'

/** What esbuild is given; size-limit publishes no types of it that can be imported. */
interface BuildOptions {
  readonly external?: readonly string[] | undefined
  readonly [option: string]: unknown
}

/** The part of an esbuild plugin's interface that is used here. */
interface Resolving {
  onResolve(
    options: { filter: RegExp },
    resolve: (found: { kind: string; path: string }) => { external: true } | undefined,
  ): void
}

/** What is imported when it is asked for is not loaded at the start: it does not count. */
const atOnce = {
  name: 'at once',
  setup({ onResolve }: Resolving): void {
    onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' || isBuiltin(path) ? { external: true } : undefined,
    )
  },
}

/** zod is a peer, and is loaded all the same. */
function asInABrowser(options: BuildOptions): BuildOptions {
  const external = options.external?.filter(name => name !== 'zod')
  return { ...options, external, format: 'esm', target: 'es2022', logLevel: 'error', plugins: [atOnce] }
}

function check(entryPoint: string, imported: string, limit: string): object {
  return {
    name: `${imported} from ${entryPoint}`,
    path: `dist/${entryPoint}.js`,
    import: imported,
    limit,
    gzip: true,
    modifyEsbuildConfig: asInABrowser,
  }
}

/** A little above what it is: who needs more raises the limit, and says why. */
export default [
  check('index', '{ EntityScreening }', '42.1 kB'),
  check('index', '*', '42.6 kB'),
  check('index', '{ NotFoundError }', '11 kB'),
  check('index', '{ riskLevels }', '100 B'),
  check('schemas', '*', '17.9 kB'),
  check('schemas', '{ entityRecord }', '5.3 kB'),
  check('network', '*', '13.2 kB'),
  // Shared journals, partitions, a watch that remembers and its webhooks.
  check('portfolio', '*', '53 kB'),
  check('portfolio', '{ importPortfolio }', '42.3 kB'),
  check('portfolio', '{ rescanAll }', '14.4 kB'),
  check('portfolio', '{ diff }', '3.3 kB'),
  check('portfolio', '{ formatChange }', '2 kB'),
  check('portfolio/postgres', '*', '4.6 kB'),
  check('react-query', '*', '2 kB'),
  // Legal forms spelled out, titles, two alphabets, long requests and answers in pieces, and a state in which what is refused is undone.
  check('mock-server', '*', '70.6 kB'),
  check('mock-server', '{ createMockServer }', '69.6 kB'),
  check('mock-server', '{ scenarios }', '1.75 kB'),
  check('mock-server/msw', '*', '13.6 kB'),
  // Slices of long requests and answers, and the bodies of what Node refuses.
  check('mock-server/node', '*', '12.9 kB'),
]
