/** What a test may be called beside its name. */
export const tags = [{ name: 'long', description: 'takes more than a tenth of a second: npm run test:long' }]
