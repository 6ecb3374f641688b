import fc from 'fast-check'

// A mutant is dead with the first counterexample: nobody reads the smallest.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true })
