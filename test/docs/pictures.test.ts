import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { consolePictures } from '../../docs/console-pictures.ts'
import { drawPictures } from '../../docs/pictures.ts'

const folder = new URL('../../docs/images/', import.meta.url)

it('the pictures of the documents are those that are drawn now: npm run pictures', async () => {
  const drawn = await drawPictures()
  expect(globSync('**/*.{svg,png}', { cwd: folder }).sort()).toEqual(
    [...drawn.keys(), ...consolePictures].sort(),
  )
  const isStale = ([file, svg]: [string, string]) => readFileSync(new URL(file, folder), 'utf8') !== svg
  expect([...drawn].filter(isStale).map(([file]) => file)).toEqual([])
})
