import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** Sends the same bytes by `node:http` alone: reads each body to its end, and ignores it. */
const [port, listFile = '', createdFile = ''] = process.argv.slice(2)

function createResponse(status: number, file: string) {
  // A string would be encoded at each request.
  const body = readFileSync(file)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  }
  return { status, headers, body }
}

const list = createResponse(200, listFile)
const created = createResponse(201, createdFile)

createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk))
  request.on('end', () => {
    Buffer.concat(chunks).toString()
    const { status, headers, body } = request.method === 'POST' ? created : list
    response.writeHead(status, headers)
    response.end(body)
  })
}).listen(Number(port), '127.0.0.1')
