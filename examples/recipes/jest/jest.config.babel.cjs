// With Babel, Jest's default. The pattern includes .mjs, which some dependencies of
// msw 2 are.
const modules = 'entity-screening-sdk|ky|@open-draft|rettime|until-async'

/** @type {import('jest').Config} */
module.exports = {
  transform: { '\\.m?[jt]sx?$': 'babel-jest' },
  // These packages are ES modules.
  transformIgnorePatterns: [`/node_modules/(?!(.*/)?(${modules})/)`],
}
