/** Oldest major version that runs the scripts themselves. */
export const oldestMajor = 20;

const parts = (version) => version.split('.').map(Number);

/** Returns true when a Node runs the server's TypeScript as it is. @param {string} version e.g. `24.21.0` */
export const canRunServer = (version) => parts(version)[0] >= 24;

/**
 * Returns true when Vite and Umi run on a Node: 20.19, 22.12 or any later line. @param {string} version e.g. `20.19.0`
 */
export function canRunBuilds(version) {
  const [major, minor] = parts(version);
  return major >= 23 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
}

/** Name of the npm package that holds Node for a platform. */
export function nodePackage(platform, arch) {
  const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
