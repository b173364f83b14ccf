import { expect, test } from 'vitest'
import { createAddressGuard } from './address-guard.ts'
import { isMetadataAddress, isPublicAddress } from './address-range.ts'

test.each([
  '93.184.216.34',
  '172.32.0.1',
  '8.8.8.8',
  '::ffff:8.8.8.8',
  '2606:2800:220:1::34',
  '2a00:1450:4001:82b::200e',
])('%s is public', address => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '0.0.0.0',
  '10.0.0.5',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '100.100.100.200',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2002:808:808::',
  '2001::1',
  '2001:db8::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  '2606:2800:220:1::34%1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '4000::1',
  'example.com',
  '',
])('%s is not public', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::',
  '::a9fe:a9fe',
])('%s is a cloud metadata address, which no allowlist opens', address => {
  expect(isMetadataAddress(address)).toBe(true)
  expect(createAddressGuard(['0.0.0.0/0', '::/0', address]).refusal(address, address, 80)).toContain(
    'metadata',
  )
})

test('an allowlist opens hosts, addresses and networks, for one port if it names one', () => {
  const guard = createAddressGuard([
    '10.1.0.0/16',
    'wiki.corp:8000',
    '192.168.1.9:81',
    '[fd00::5]:80',
    'fd01::/32',
  ])
  const open = (address: string, host: string, port: number) => guard.refusal(address, host, port) === null

  expect(open('10.1.2.3', 'anything.example', 4444)).toBe(true)
  expect(open('10.2.0.1', 'anything.example', 4444)).toBe(false)
  expect(open('172.16.0.9', 'wiki.corp', 8000)).toBe(true)
  expect(open('172.16.0.9', 'wiki.corp', 80)).toBe(false)
  expect(open('172.16.0.9', 'x.wiki.corp', 8000)).toBe(false)
  expect(open('192.168.1.9', '192.168.1.9', 81)).toBe(true)
  expect(open('192.168.1.9', '192.168.1.9', 82)).toBe(false)
  expect(open('fd00::5', 'h', 80)).toBe(true)
  expect(open('fd01::77', 'h', 9)).toBe(true)
  expect(open('::ffff:10.1.2.3', 'h', 9)).toBe(true)
})

test('an invalid entry stops the start', () => {
  expect(() => createAddressGuard(['10.0.0.0/99'])).toThrow('not a host')
  expect(() => createAddressGuard([''])).toThrow('not a host')
})
