import fs from 'node:fs';
import path from 'node:path';

/** What node-gyp reads of a Node's own build settings. An addon on Node-API alone needs no more than a configuration. */
const buildSettings = {
  target_defaults: {
    default_configuration: 'Release',
    configurations: { Release: { cflags: ['-O2'] } },
  },
};

/**
 * Lays the headers of the node-api-headers package out as node-gyp expects a Node's headers, so that an addon on Node-API
 * is compiled without fetching any from nodejs.org. Linux alone: Windows links against a library of Node's besides.
 * @param headersPackage the folder of the installed package
 * @param nodeFolder the folder for node-gyp's --nodedir, written again each time
 */
export function layOutNodeApiHeaders(headersPackage: string, nodeFolder: string) {
  const headers = path.join(nodeFolder, 'include', 'node');
  fs.rmSync(nodeFolder, { recursive: true, force: true });
  fs.cpSync(path.join(headersPackage, 'include'), headers, { recursive: true });
  fs.writeFileSync(path.join(headers, 'common.gypi'), `${JSON.stringify(buildSettings, undefined, 2)}\n`);
}
