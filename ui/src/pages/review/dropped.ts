// The file that is being reviewed: it stays in this browser, also when the page is loaded again, and is sent with every
// question. Where the browser keeps nothing, it stays in the page.

export interface DroppedFile {
  name: string
  data: ArrayBuffer
}

const [BASE, SHELF, KEY] = ['barpoint.files', 'dropped', 'last']
let here: DroppedFile | null = null

function shelf(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return new Promise((done, failed) => {
    const opening = indexedDB.open(BASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(SHELF)
    opening.onsuccess = () => done(opening.result.transaction(SHELF, mode).objectStore(SHELF))
    opening.onerror = () => failed(opening.error)
  })
}

function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => failed(request.error)
  })
}

export async function keepFile(name: string, data: ArrayBuffer): Promise<void> {
  here = { name, data }
  await shelf('readwrite').then((files) => answer(files.put(here, KEY))).catch(() => undefined)
}

export async function keptFile(): Promise<DroppedFile | null> {
  return here ?? (await shelf('readonly').then((files) => answer(files.get(KEY) as IDBRequest<DroppedFile | undefined>)).catch(() => undefined)) ?? null
}
