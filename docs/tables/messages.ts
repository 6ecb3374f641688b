/** A message with `…` in place of details, and what to do about it, in Markdown. */
export type Message = readonly [message: string, advice: string]

/** The messages that docs/troubleshooting.md explains, by section: all but `otherTools` are those of this package. */
export const messages = {
  'creating-a-client': [
    [
      'apiKey is required (or set ENTITY_SCREENING_API_KEY, or null behind a proxy)',
      'Pass the key, or set the variable in the process that runs. In a Worker, see [Cloudflare Workers](frameworks.md#cloudflare-workers).',
    ],
    [
      'apiKey must be null in a browser, where anyone could read it',
      '[Keep the key on your server](frameworks.md#keep-the-key-on-your-server). jsdom and happy-dom count as browsers: see [Components](mocking-in-tests.md#components-in-jsdom-and-happy-dom).',
    ],
    [
      'baseUrl must …',
      'Write the URL as the message says: `https://screening.example`, without `/v1`, key, query and fragment.',
    ],
    ['apiKey must …', 'Pass the key alone: without `Bearer`, quotes, spaces and line breaks.'],
    ['headers must be a plain object', 'Convert a map with `Object.fromEntries(map)`.'],
    [
      'baseUrl is a path, which only a page can resolve',
      'Give a server an absolute URL, or send the request from the page.',
    ],
  ],
  calls: [
    [
      'no response from …, the connection failed (ECONNREFUSED)',
      'Nothing listens at this host and port. In a container, `127.0.0.1` is the container.',
    ],
    [
      'no response from …, the connection failed (SELF_SIGNED_CERT_IN_CHAIN)',
      "Name your company's certificate authority in `NODE_EXTRA_CA_CERTS`. Do not turn verification off.",
    ],
    [
      'no response from …, the connection failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'The certificate is self-signed. Name it before Node starts: `NODE_EXTRA_CA_CERTS=cert.pem`.',
    ],
    [
      'no response from …, the connection failed (…)',
      "The parentheses have the system's code or the innermost cause.",
    ],
    [
      'no response in time (UND_ERR_HEADERS_TIMEOUT)',
      'Node waits for at most 300 seconds: see [Long responses](errors-and-retries.md#long-responses).',
    ],
    ['no response within … ms (…)', 'Raise the option in parentheses. A firewall may also drop the packets.'],
    ['the port does not speak https', 'Use `http://`, or the port of https.'],
    [
      'complete lists have lacked the entity',
      'The identifier that you passed to a wait does not exist in this team.',
    ],
    [
      'the request may still have been processed',
      'Do not repeat a creation: [reconcile](errors-and-retries.md#reconcile) it.',
    ],
    [
      '401 The API key is not valid.',
      'The mock server does not know this key. Its option `warn` (the console) and the field `warning` of `server.requests` say why. Your service may use a different text: check that the key is complete, and issued for this base URL.',
    ],
    [
      "403 The team's entity limit of … is reached.",
      'Ask the service operator to raise the limit. In the mock server, raise `entityLimit`.',
    ],
    [
      '404 There is no operation at this path.',
      'The path of the base URL is wrong: it has a segment too many or too few.',
    ],
    [
      'a redirect, which is not followed: the key would go with it',
      'Use the address that the redirect names, often `https`.',
    ],
    [
      "with a body that is not the service's (text/html)",
      'A proxy, a login page or another site answered, or the path of the base URL is wrong.',
    ],
    [
      'team may have this entity: if one of the candidates is it',
      'See [Create once](errors-and-retries.md#create-once). In a test, a client remembers what it created before `server.reset()`: create another client.',
    ],
    [
      'cannot be read: the body must be JSON',
      'As above, but with a status of success. Check the `outcome` of a write.',
    ],
    [
      'the client failed to read the response',
      "This is a fault of the package. [Report it](#report-a-problem) with the error's `cause`.",
    ],
    [
      '… is not a field here: entities.createBulk has it',
      'Remove the field, or call the method that is named.',
    ],
    [
      'may mean that the list is not whole',
      'Your service announces more than it sent. See [Whole lists](quirks.md#whole-lists).',
    ],
    [
      'shows that a cache had stored the list',
      'A proxy or CDN answered, and the list may be outdated. Switch off the cache of the proxy for this path. See [Whole lists](quirks.md#whole-lists).',
    ],
    [
      'the response differs from the specification',
      'This log line is about `drift`. The client read what it could.',
    ],
    [
      'is required: the network has no root',
      'The network lacks the entity, or names it by its `platformId`: then pass the `platformId` as `id`.',
    ],
    [
      'still pending after … ms',
      'No results came in time, or the predicate of `waitFor` is never true: `riskLevel`, not `caseStatus`, shows that a screening has ended. With the mock server, see the next section. Otherwise raise `wait.timeout`.',
    ],
  ],
  'mock-server': [
    [
      'a team was polled … times while its screenings wait for a manual clock',
      'Choose [another clock](mocking-in-tests.md#code-that-waits), or call `server.clock.settle()` once the page shows the new entity: before the request has arrived, it settles nothing.',
    ],
    [
      'a response that a fault delays has waited for a second for a manual clock',
      'Call `server.clock.advance()` once the request has arrived, or use the option `latency`, which delays in real time.',
    ],
    [
      'Under this host name the server responds only if it has keys of your own, and not test-key.',
      'Start the server with `--key`, or call it by an IP address or a name in `.local` or `.internal`. See [Access](mock-server.md#access-over-http).',
    ],
    [
      'Without adminToken (--admin-token), the control API serves this machine only, and no proxy.',
      'Set `adminToken`, and send it. To a container, your computer is a different machine.',
    ],
    [
      'must be another port: browsers and fetch do not connect to …',
      'The port belongs to a different protocol: choose another `--port`.',
    ],
    ['is in use by another process', 'A different server or import holds the file: stop that process.'],
    ['is in use; --port 0 takes a free port', 'Choose another `--port`, or stop the other server.'],
  ],
  imports: [
    [
      'must say which column holds the country, unless defaults.countryCode says it for all rows',
      "Set `columns: { countryCode: 'Land' }`, or `defaults`. For other fields, do the same.",
    ],
    [
      'is not UTF-8: it could be … ; or none of these',
      'Save the file as CSV UTF-8 (in Excel: "CSV UTF-8"), or choose the right `encoding`.',
    ],
    [
      'is not likely to be …',
      'The `encoding` reads names as no language writes them. Save the file as CSV UTF-8, especially after "CSV (MS-DOS)", for which there is no `encoding`.',
    ],
    [
      'belongs to … , not to',
      'This journal belongs to a different service. Use one journal per service, team and file.',
    ],
    [
      'belongs to another team, or the list has not caught up: it shows none of the entities that were created',
      'The key belongs to a different team, somebody emptied the team, or the list lags. Check the key, or run the import again later.',
    ],
    [
      'belongs to another source, or the columns were read differently',
      'Restore the rows that were changed or moved. For a corrected or a new file, use [`compare`](cli.md#compare), and a new journal.',
    ],
    [
      'the watch state belongs to another team, or the team was emptied',
      'Check the key. If the team was emptied on purpose, start with a new watch state.',
    ],
  ],
  'other-tools': [
    [
      'no response from …, the connection failed (Promise.withResolvers is not a function)',
      'Node is too old: use 22.13 or later.',
    ],
    [
      'ReferenceError: TextEncoder is not defined',
      'Jest with jsdom: use [`jest-fixed-jsdom`](mocking-in-tests.md#components-in-jsdom-and-happy-dom).',
    ],
    [
      '[MSW] Warning: intercepted a request without a matching request handler',
      'The request is outside `baseUrl`: see [other requests](mocking-in-the-browser.md#a-page).',
    ],
    [
      "Cannot read properties of undefined (reading '#transport')",
      'A method was passed without its object. Write `queryFn: () => client.entities.list()`, not `queryFn: client.entities.list`.',
    ],
    [
      'Could not resolve "net"',
      "Only Node can run `startServer`. In a page, use [`mock-server/msw`](mocking-in-the-browser.md). Vite writes `Module \"net\" has been externalized`, and webpack `Can't resolve 'net'`.",
    ],
    [
      'npm error ERESOLVE … peer zod@"^4.5.0" from entity-screening-sdk',
      'Your application has zod 3. Run `npm install entity-screening-sdk zod@4`, and import zod 3 from `zod/v3`: zod 4 contains all of zod 3. Packages that depend on zod 3 keep their own copy.',
    ],
    [
      'Cannot use import statement outside a module',
      `Name the file \`.mjs\`, or set \`"type": "module"\` in \`package.json\`. In Jest, \`Unexpected token 'export'\` means the same for this package: see [Jest](recipes/jest.md).`,
    ],
    [
      "Cannot find package 'zod'",
      'Yarn, and npm with `--legacy-peer-deps`, do not install peer dependencies: add `zod`.',
    ],
    ['ERR_PACKAGE_PATH_NOT_EXPORTED', 'After `--legacy-peer-deps`, the cause is the same: add `zod`.'],
    [
      'ExperimentalWarning: SQLite is an experimental feature',
      'Node 22 prints this warning once. To turn it off: `node --disable-warning=ExperimentalWarning`.',
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Message[]>>
