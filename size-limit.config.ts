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
  check('index', '{ EntityScreening }', '19.8 kB'),
  check('index', '*', '20.4 kB'),
  check('index', '{ NotFoundError }', '440 B'),
  check('index', '{ riskLevels }', '60 B'),
  check('schemas', '*', '17.0 kB'),
  check('schemas', '{ entityRecord }', '5.2 kB'),
  // What draws and what files evidence is loaded when it is asked for.
  check('network', '*', '32 kB'),
  check('network', '{ assessSanctions }', '20.2 kB'),
  check('network', '{ toMermaid }', '23.2 kB'),
  // Shared journals, partitions, a watch that remembers and its webhooks.
  check('portfolio', '*', '54.4 kB'),
  check('portfolio', '{ importPortfolio }', '43.9 kB'),
  check('portfolio', '{ rescanAll }', '11.7 kB'),
  check('portfolio', '{ diff }', '3.4 kB'),
  check('portfolio', '{ formatChange }', '1.9 kB'),
  check('portfolio/postgres', '*', '4.7 kB'),
  check('react-query', '*', '620 B'),
  // Legal forms spelled out, titles, two alphabets, long requests and answers in pieces, and a state in which what is refused is undone.
  check('mock-server', '*', '58 kB'),
  check('mock-server', '{ createMockServer }', '57 kB'),
  check('mock-server', '{ scenarios }', '1.2 kB'),
  check('mock-server/msw', '*', '13.8 kB'),
  // Slices of long requests and answers, and the bodies of what Node refuses.
  check('mock-server/node', '*', '13.4 kB'),
]
