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

/** With all that is loaded later. */
function whole(options: BuildOptions): BuildOptions {
  return { ...asInABrowser(options), plugins: [] }
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
  // In one piece, with ky, zod and countries, whose codes are a plain list; createOnce, and the headers of caches.
  // Also get, callers in stacks, request ids, keys from functions, fetchOptions, and messages that name the cause.
  // createOnce looks for the entity and its namesakes before it sends, and waits know rescans: 0.4 kB.
  // Base URLs in messages: 0.1 kB.
  check('index', '{ EntityScreening }', '59.3 kB'),
  check('index', '*', '59.6 kB'),
  check('index', '{ NotFoundError }', '540 B'),
  check('index', '{ riskLevels }', '60 B'),
  // The rows of operations with the schemas of their requests are copies of those without.
  check('schemas', '*', '16.2 kB'),
  check('schemas', '{ documentInput }', '5.7 kB'),
  // With the closed lists of words and fields, and phrases for nobody in twelve languages. What draws and what files evidence is loaded when it is asked for.
  check('network', '*', '41.3 kB'),
  check('network', '{ assessSanctions }', '27.7 kB'),
  check('network', '{ toMermaid }', '30.6 kB'),
  // Shared journals, partitions, a watch that remembers and its webhooks; full names of persons, unused cells, reading ahead.
  // Phrases for no name in twelve languages are 1.4 kB of it.
  // A birth date that no column gives, one column for two names, and the header before the journal: 0.5 kB.
  // Names that no encoding would write: 0.7 kB.
  // Types in unread columns and types that a default fills, how each field of a row was read, and orders of dates: 0.8 kB.
  check('portfolio', '*', '78.6 kB'),
  check('portfolio', '{ importPortfolio }', '60.9 kB'),
  check('portfolio', '{ rescanAll }', '10.5 kB'),
  // With the keys of hits.
  check('portfolio', '{ diffEntities }', '1.95 kB'),
  check('portfolio', '{ diffNetworks }', '6.6 kB'),
  check('portfolio', '{ formatChange }', '1.7 kB'),
  check('portfolio/postgres', '*', '3.9 kB'),
  check('opentelemetry', '*', '1.2 kB'),
  // The table of operations brings the schemas of responses.
  // Also with keys counted in bytes, streams without the key, other origins, and the table of headers that the client reads.
  // 0.1 kB for the basePath that a path needs, and for the range and the unit of each number; 0.1 kB for keys that proxies share,
  // and 0.1 kB for memories that are dropped.
  check('proxy', '*', '16.5 kB'),
  // Invalidates what depends on a changed entity, and a write's queries again if they were being read, and repeats no write whose
  // outcome is unknown: 0.5 kB.
  // What is in progress is not sent again: 0.2 kB. The class of its error, which a client has anyway: 0.6 kB.
  check('react-query', '*', '2.2 kB'),
  // A universe of names that no compression shortens, legal forms and two alphabets; 35 members of `behaviour`.
  // Warnings of a page in production and of faults that no request got: 0.1 kB.
  check('mock-server', '*', '50.1 kB'),
  check('mock-server', '{ createMockServer }', '47.5 kB'),
  {
    ...check('mock-server', '{ createMockServer }', '58.9 kB'),
    name: 'all of it',
    modifyEsbuildConfig: whole,
  },
  check('mock-server', '{ scenarios }', '1.2 kB'),
  check('mock-server/msw', '*', '14.1 kB'),
  // Answers in slices, who may send a long snapshot, and which requests are calls of the control API.
  check('mock-server/node', '*', '4.4 kB'),
]
