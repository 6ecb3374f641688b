import { expect, it } from 'vitest'
import { assertAddresses } from '../../packaging/repository.ts'

const complete = {
  repository: { url: 'git+https://github.com/owner/name.git' },
  homepage: 'https://owner.example/name',
  bugs: 'https://github.com/owner/name/issues',
}

it('a release needs repository, homepage and bugs in package.json', () => {
  expect(() => assertAddresses(complete)).not.toThrow()
  expect(() => assertAddresses({ ...complete, homepage: '' })).toThrow(
    'package.json does not name homepage: npm pkg set homepage=',
  )
  expect(() => assertAddresses({})).toThrow(
    'does not name repository, homepage, bugs: npm pkg set repository.url=',
  )
})
