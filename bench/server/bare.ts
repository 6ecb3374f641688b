import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** What every server is held against: the same bytes from `node:http` alone. Reads each body to its end, and looks at nothing. */
const [port, listFile = '', createdFile = ''] = process.argv.slice(2)

function answerOf(status: number, file: string) {
  // As bytes: a text would be encoded at each request.
  const body = readFileSync(file)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
  }
  return { status, headers, body }
}

const list = answerOf(200, listFile)
const created = answerOf(201, createdFile)

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
