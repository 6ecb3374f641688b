/** Ids as the service makes them, for the examples of helps: only whole ones are found. */
export const exampleId = '66f2c91be04d7a53c8150f3e'
export const otherExampleId = '66f2c91be04d7a53c8150f41'
