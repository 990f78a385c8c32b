/**
 * The values of `node:http` that the service uses. An `import` of that module reads all that it exports, also `WebSocket`, for which
 * Node 26 loads its client for `fetch`: 0.04 s of each start and 3 MB, for what may never be used.
 */

export const { request, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http')
