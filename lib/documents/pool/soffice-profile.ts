/** LibreOffice's settings for one conversion: nothing in a document runs, and nothing is fetched for it. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** @returns the URL for `-env:UserInstallation` */
export async function writeSofficeProfile(folder: string): Promise<string> {
  const profile = path.join(folder, 'profile')
  await mkdir(path.join(profile, 'user'), { recursive: true })
  await writeFile(path.join(profile, 'user', 'registrymodifications.xcu'), registry)
  return `file://${profile}`
}

const common = '/org.openoffice.Office.Common'
// No proxy listens on this port, so that links fail where there are no namespaces either.
const nowhere = { host: '127.0.0.1', port: 1 }

type Setting = readonly [path: string, name: string, value: string | number | boolean]

const settings: readonly Setting[] = [
  [`${common}/Security/Scripting`, 'DisableMacrosExecution', true],
  // Signed macros of trusted places only, of which there are none.
  [`${common}/Security/Scripting`, 'MacroSecurityLevel', 3],
  // Links of documents outside of trusted places.
  [`${common}/Security/Scripting`, 'BlockUntrustedRefererLinks', true],
  [`${common}/Security/Scripting`, 'DisableActiveContent', true],
  [`${common}/Security/Scripting`, 'DisableOLEAutomation', true],
  [`${common}/Security/Scripting`, 'DisablePythonRuntime', true],
  [`${common}/Misc`, 'CrashReport', false],
  [`${common}/Misc`, 'CollectUsageInformation', false],
  // 0 is never for texts, 2 is never for sheets.
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', 0],
  ['/org.openoffice.Office.Writer/Content/Update', 'Field', false],
  ['/org.openoffice.Office.Writer/Content/Update', 'Chart', false],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', 2],
  [
    "/org.openoffice.Office.Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments",
    'AutoCheckEnabled',
    false,
  ],
  // 2 is a proxy set by hand.
  ['/org.openoffice.Inet/Settings', 'ooInetProxyType', 2],
  ['/org.openoffice.Inet/Settings', 'ooInetNoProxy', ''],
  ...['HTTP', 'HTTPS', 'FTP'].flatMap((scheme): Setting[] => [
    ['/org.openoffice.Inet/Settings', `ooInet${scheme}ProxyName`, nowhere.host],
    ['/org.openoffice.Inet/Settings', `ooInet${scheme}ProxyPort`, nowhere.port],
  ]),
]

const items = settings.map(
  ([at, name, value]) =>
    `<item oor:path="${at}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
)
const registry = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
</oor:items>
`
