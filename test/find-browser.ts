/** A Chromium out of the registry where there is one for this machine, else the Chrome that is installed. */
export async function findBrowser() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { channel: 'chrome' }
  const { default: chromium } = await import('@sparticuz/chromium')
  return { executablePath: await chromium.executablePath(), args: chromium.args }
}
