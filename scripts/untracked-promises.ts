import hooks from 'node:async_hooks'

/*
 * Loaded before `node:test`, which would track every promise to attribute an uncaught error to its test: about a tenth
 * of the CPU of all tests. Such an error still fails its file.
 */

const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
