/** Where a CommonJS module is, said as ES modules say it. */
export const moduleUrl = require('node:url').pathToFileURL(__filename).href
