import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import openapiTypescript, { astToString } from 'openapi-typescript'
import { buildDocument } from './openapi/document.ts'
import { record } from './openapi/record.ts'

const origin = 'http://127.0.0.1:4010'
const notice =
  '// Written by docs/generate-openapi.ts: run "npx tsx docs/generate-openapi.ts" to write it anew.\n'

/** Every generated file by its path in the repository, as it has to be. */
export async function generateFiles(): Promise<Map<string, string>> {
  const document = buildDocument(await record(origin), origin)
  // A field with a default may still be left out of a request.
  const types = astToString(await openapiTypescript(JSON.stringify(document), { defaultNonNullable: false }))
  return new Map([
    ['docs/openapi.json', `${JSON.stringify(document, null, 2)}\n`],
    ['test/openapi/service.d.ts', notice + types],
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of await generateFiles())
    writeFileSync(new URL(`../${path}`, import.meta.url), text)
}
