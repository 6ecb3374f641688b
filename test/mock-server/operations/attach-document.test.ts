import { describe, expect, it } from 'vitest'
import { documentTypes } from '../../../src/contract/values.ts'
import { itNeedsAKey, itNeedsAnEntity } from '../access.ts'
import { create, createWire, refusal, success } from '../wire.ts'

const address = 'https://example.com/files/report.pdf'
const attachment = { document_url: address }

/** A team with one entity, and what attaching to it answers. */
async function entityWithDocuments() {
  const wire = createWire()
  const { id } = await create(wire, { name: 'Acme Castings Ltd' })
  const post = (body: unknown) => wire.post(`/v1/entities/${id}/documents`, body)
  const attach = async (body: unknown) => success('attachDocument', await post(body)).data
  return { wire, id, post, attach }
}

describe('POST /v1/entities/{id}/documents', () => {
  itNeedsAKey('POST', '/v1/entities/x/documents', attachment)
  itNeedsAnEntity('POST', '/v1/entities/{id}/documents', attachment)

  it('answers 404 for an unknown entity whatever the body is', async () => {
    refusal(404, await createWire().post('/v1/entities/unknown/documents', '{broken'))
  })

  it('answers 200 with the document, a message and the run', async () => {
    const { post } = await entityWithDocuments()
    const answer = await post({ ...attachment, title: 'Annual report', type: 'financial_statement' })
    success('attachDocument', answer)
    expect(answer.body).toEqual({
      success: true,
      data: {
        documentId: expect.stringMatching(/^[0-9a-f]{24}$/),
        message: 'Document "Annual report" attached; its analysis has started.',
        run_id: expect.stringMatching(/^run_[0-9a-f]{24}$/),
      },
    })
  })

  it('gives each document and each run an identifier of its own, the same address included', async () => {
    const { wire, attach } = await entityWithDocuments()
    const { id: other } = await create(wire, { name: 'Acme Foundry Ltd' })
    const answers = [
      await attach(attachment),
      await attach(attachment),
      success('attachDocument', await wire.post(`/v1/entities/${other}/documents`, attachment)).data,
    ]
    expect(new Set(answers.flatMap(({ documentId, run_id }) => [documentId, run_id])).size).toBe(6)
  })

  it.each([
    ['https://example.com/files/report.pdf', 'report.pdf'],
    ['https://example.com/report.pdf?version=2&path=/a/b.txt#page=3', 'report.pdf'],
    ['https://example.com/files/id%20card%20%C3%84nne.pdf', 'id card Änne.pdf'],
    ['https://example.com/files/100%25.pdf', '100%.pdf'],
    ['https://example.com/files/broken%zz.pdf', 'broken%zz.pdf'],
    ['https://example.com/files/%ff.pdf', '%ff.pdf'],
    ['https://example.com/files/', 'files'],
    ['https://example.com', 'example.com'],
    ['https://example.com/', 'example.com'],
    ['https://example.com//?file=a.pdf', 'example.com'],
  ])('takes the title from %s: %s', async (document_url, title) => {
    const { attach } = await entityWithDocuments()
    expect((await attach({ document_url })).message).toContain(`"${title}"`)
  })

  it.each([undefined, ...documentTypes])('takes a document of type %s', async type => {
    const { attach } = await entityWithDocuments()
    expect(await attach({ ...attachment, type })).toHaveProperty('documentId')
  })

  it('takes a public address of either version of IP, a port and plain http', async () => {
    const { attach } = await entityWithDocuments()
    for (const host of ['93.184.215.14', '[2606:2800:21f:cb07::1]', 'example.com.', 'example.com:8443']) {
      expect(await attach({ document_url: `http://${host}/a.pdf` })).toHaveProperty('run_id')
    }
  })

  it.each([
    [{}, 'document_url is required and must be a string'],
    [{ document_url: null }, 'document_url must be a string'],
    [{ document_url: '' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: 'report.pdf' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: '//example.com/a.pdf' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: 'ftp://example.com/a.pdf' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: 'file:///etc/passwd' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: 'javascript:alert(1)' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: 'data:text/plain,a' }, 'document_url must be an absolute http or https URL'],
    [{ document_url: 'https://' }, 'document_url must be an absolute http or https URL'],
    [
      { document_url: 'https://ann:secret@example.com/a' },
      'document_url must not hold a user name or password',
    ],
    [{ document_url: 'https://ann@example.com/a' }, 'document_url must not hold a user name or password'],
    [{ document_url: 'https://:secret@example.com/a' }, 'document_url must not hold a user name or password'],
    [{ document_url: 'http://localhost/a.pdf' }, 'document_url must be publicly reachable'],
    [{ document_url: 'http://127.0.0.1:4010/a.pdf' }, 'document_url must be publicly reachable'],
    [{ document_url: 'http://2130706433/a.pdf' }, 'document_url must be publicly reachable'],
    [{ document_url: 'http://[::1]/a.pdf' }, 'document_url must be publicly reachable'],
    [{ document_url: 'http://intranet/a.pdf' }, 'document_url must be publicly reachable'],
    [{ document_url: 'http://printer.local/a.pdf' }, 'document_url must be publicly reachable'],
    [{ ...attachment, title: '' }, 'title must not be blank'],
    [{ ...attachment, title: 7 }, 'title must be a string'],
    [{ ...attachment, title: 'a'.repeat(100_000) }, 'title'],
    [{ ...attachment, type: 'passport' }, 'type must be one of "identity_document"'],
    [{ ...attachment, type: 'constructor' }, 'type must be one of "identity_document"'],
    [{ ...attachment, type: null }, 'type must be one of "identity_document"'],
    [[attachment], 'the body must be an object'],
    ['', 'The body is missing'],
  ])('refuses the body %j with 400', async (body, rule) => {
    const { post } = await entityWithDocuments()
    expect(refusal(400, await post(body))).toContain(rule)
  })

  it('starts an analysis, which a settled clock has ended', async () => {
    const { wire, attach } = await entityWithDocuments()
    wire.server.clock.settle()
    const before = wire.server.clock.now()
    await attach(attachment)
    wire.server.clock.settle()
    expect(wire.server.clock.now()).toBeGreaterThan(before)
  })

  it('keeps nothing of a refused document', async () => {
    const [refused, clean] = [await entityWithDocuments(), await entityWithDocuments()]
    refusal(400, await refused.post({ document_url: 'http://localhost/' }))
    expect((await refused.attach(attachment)).documentId).not.toBe('')
    // Both servers have the same seed: a document kept in between would have taken the first identifier.
    const first = await clean.attach(attachment)
    const again = await entityWithDocuments()
    refusal(400, await again.post({ ...attachment, type: 'passport' }))
    expect(await again.attach(attachment)).toEqual(first)
  })

  it('never repeats the password of a refused address', async () => {
    const { post } = await entityWithDocuments()
    const answer = await post({ document_url: 'https://ann:hunter2@example.com/a' })
    expect(refusal(400, answer)).not.toContain('hunter2')
  })
})
