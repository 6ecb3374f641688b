import { assessSanctions } from 'entity-screening-sdk/network'

/** Assesses a network that was read after the screening, as the networks of these tests are. */
export const assessScreened: typeof assessSanctions = (network, options) =>
  assessSanctions(network, { screening: 'ended', ...options })
