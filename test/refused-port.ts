/**
 * A port at which nobody listens, and that no system gives to a server that asks for any port. One that was just closed may be given
 * to the server of another test.
 */
export const refusedPort = 2
