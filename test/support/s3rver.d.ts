/** The part of s3rver 3.7 that the tests use; it comes without types. */
declare module 's3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    resetOnClose: boolean
    configureBuckets: { name: string }[]
  }

  // biome-ignore lint/style/noDefaultExport: the package has no other export
  export default class S3rver {
    constructor(options: Options)
    run(): Promise<{ address: string; port: number }>
    close(): Promise<void>
  }
}
