/**
 * Node's HTTP module. Not imported, since an `import` reads every export, and `WebSocket` would load all of undici: a
 * fifteenth of the time to start.
 */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http')
