/**
 * Enough of a web page for Pixar's USD (npm three-usdz-loader) to find its files in Node. Loaded with --require, so that
 * its worker threads have it too.
 */
const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const folder = join(dirname(require.resolve('three-usdz-loader/package.json')), 'external');

globalThis.location = { pathname: '/', href: 'file:///' };
globalThis.XMLHttpRequest = class {
  open(_method, url) {
    this.url = url;
  }
  send() {
    setImmediate(() => {
      const bytes = readFileSync(this.url.includes('/') ? this.url : join(folder, this.url));
      this.status = 200;
      this.response = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
      this.onload({});
    });
  }
};
