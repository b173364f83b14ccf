import type { Metadata } from 'next'
import { MapPlayground } from '#components/map/map-playground.tsx'
import { contractInfos } from '#lib/console/reference/contract-info.ts'

export const metadata: Metadata = { title: 'Map' }

export default function MapPage() {
  return <MapPlayground contract={contractInfos.map} scrape={contractInfos.scrape} />
}
