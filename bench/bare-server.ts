import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** What our server is held against: the same bytes from `node:http` alone. Reads each body to its end, and looks at nothing. */
const [status = '200', file = ''] = process.argv.slice(2)
const body = readFileSync(file, 'utf8')
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks).toString()
    response.writeHead(Number(status), headers)
    response.end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port')
  process.stdout.write(`listening on http://127.0.0.1:${address.port}\n`)
})
