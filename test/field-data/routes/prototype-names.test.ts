/** Input words that are property names of every JavaScript object: service and import must not mistake them for known names. */
import { describe, expect, it } from 'vitest';
import { prototypeNames } from '../../support/prototype-names.ts';
import { startImport } from '../support/import.ts';
import { startService } from '../support/service.ts';

describe.each(prototypeNames)('%s', (name) => {
  it('is an unknown property, unit, category, field, cursor and page of the service', async () => {
    const { call, demoKey } = await startService();
    const post = (body: string) =>
      call('/api/v1/observations', {
        method: 'POST',
        key: demoKey,
        headers: { 'content-type': 'application/json', 'idempotency-key': name },
        body,
      });
    const note = '"field_id":"fld_demo_01","text":"Rust."';
    expect((await post(`{${note},"${name}":1}`)).body.errors).toMatchObject([
      { code: 'unknown_property', pointer: `/${name}` },
    ]);
    expect((await post(`{${note},"affected_area":{"value":1,"unit":"${name}"}}`)).status).toBe(422);
    expect((await post(`{${note},"category":"${name}"}`)).status).toBe(422);
    // As an idempotency key it is valid like any other.
    expect((await post(`{${note}}`)).status).toBe(201);

    const list = '/api/v1/observations?field_id=fld_demo_01';
    expect((await call(`${list}&${name}=1`)).status).toBe(200);
    expect((await call(`${list}&category=${name}`)).status).toBe(400);
    expect((await call(`${list}&cursor=${name}`)).status).toBe(400);
    expect((await call(`/api/v1/weather?field_id=fld_${name}`)).status).toBe(404);
    for (const path of [`/${name}`, `/problems/${name}`, `/docs/${name}`]) expect((await call(path)).status).toBe(404);
  });

  it('is not a CSV column, with or without a unit, nor a unit', async () => {
    const { load } = await startImport();
    const load1 = (header: string) => load('w.csv', `${header}\n2026-05-01,1\n`, { fieldId: 'fld_berlin' });
    await expect(load1(`date,${name}`)).rejects.toThrow(`${name} is no column of the contract`);
    await expect(load1(`date,${name}[celsius]`)).rejects.toThrow('is no column of the contract');
    await expect(load1(`date,temperature_max[${name}]`)).rejects.toThrow('has an unknown unit');
  });

  it('is ignored as a variable of Open-Meteo and refused as a unit', async () => {
    const { load, records } = await startImport();
    const document = (variable: string, unit: string) =>
      `{"utc_offset_seconds":0,"hourly":{"time":["2026-05-01T00:00"],"weather_code":[3],"${variable}":[1]},"hourly_units":{"${variable}":"${unit}"}}`;
    const options = { fieldId: 'fld_berlin' };
    expect(await load('a.json', document(name, 'mm'), options)).toMatchObject({ added: 1, errors: [] });
    expect(Object.keys((await records('weather'))[0])).not.toContain(name);
    await expect(load('b.json', document('temperature_2m', name), options)).rejects.toThrow('unknown unit');
  });

  it('is refused as a property of a record, ignored as an index, and accepted as the name of an asset', async () => {
    const { load, records } = await startImport();
    const day = '"field_id":"fld_berlin","starts_at":"2026-05-01","ends_at":"2026-05-02"';
    const unknown = await load('w.jsonl', `{${day},"${name}":{"value":1,"unit":"celsius"}}\n`);
    expect(unknown.errors).toEqual([`line 1: ${name}: no such property`]);
    const scene = `{"type":"Feature","id":"S1","properties":{"field_id":"fld_berlin","datetime":"2026-05-01T10:00:00Z",
      "eo:cloud_cover":1,"indices":[{"name":"ndvi","mean":0.5}],"${name}":{"mean":0.5}},
      "assets":{"${name}":{"href":"https://a.example/x","roles":["data"]},"visual":{"href":"https://a.example/v"}}}`;
    expect(await load('s.json', scene)).toMatchObject({ added: 1, errors: [] });
    expect((await records('earth_observations'))[0].assets).toMatchObject([
      { role: 'data', index: null },
      { role: 'visual', index: null },
    ]);
  });
});
