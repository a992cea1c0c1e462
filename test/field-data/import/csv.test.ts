/** Weather as CSV: a file without units is refused. Good rows are stored, and bad rows are reported by their line. */
import { expect, test } from 'vitest';
import { startImport } from '../support/import.ts';

test('measures are converted from the unit in the column name to the unit of the service', async () => {
  const { load, records } = await startImport();
  const header =
    'field_id,date,temperature_max[fahrenheit],temperature_min[kelvin],precipitation[inch],wind_speed[kilometre_per_hour],relative_humidity[fraction],pressure[kilopascal],condition';
  const result = await load('weather.csv', `${header}\nfld_berlin,2026-05-01,68,280.15,0.1,18,0.07,101.3,rain\n`);
  expect(result).toMatchObject({ added: 1, refused: 0 });
  expect(await records('weather')).toMatchObject([
    {
      field_id: 'fld_berlin',
      kind: 'observed',
      granularity: 'daily',
      starts_at: '2026-04-30T22:00:00Z',
      ends_at: '2026-05-01T22:00:00Z',
      date: '2026-05-01',
      temperature_max: { value: 20, unit: 'celsius' },
      temperature_min: { value: 7, unit: 'celsius' },
      precipitation: { value: 2.54, unit: 'millimetre' },
      wind_speed: { value: 5, unit: 'metre_per_second' },
      relative_humidity: { value: 7, unit: 'percent' },
      pressure: { value: 1013, unit: 'hectopascal' },
      temperature_mean: null,
      condition: 'rain',
      source: { name: 'imported', provenance: 'measured' },
    },
  ]);
});

test('a first line that declares the separator is not data, and rows without values are counted as empty', async () => {
  const { load, records } = await startImport();
  const rows = ['2026-05-01;2,5', ';', '2026-05-02;', '', '2026-05-03;;'];
  const { added, empty, errors } = await load('days.csv', ['sep=;', 'date;precipitation[mm]', ...rows].join('\r\n'), {
    fieldId: 'fld_berlin',
  });
  expect({ added, empty, errors }).toEqual({ added: 1, empty: 1, errors: ['line 7: has 3 cells, the header has 2'] });
  expect(await records('weather')).toMatchObject([{ precipitation: { value: 2.5 } }]);
  const comma = await load('comma.csv', 'SEP=,\ndate,precipitation[mm]\n2026-05-04,1\n', { fieldId: 'fld_berlin' });
  expect(comma).toMatchObject({ added: 1, errors: [] });
});

test('a header is read in any case and with common unit symbols', async () => {
  const { load, records } = await startImport();
  const header =
    'Field_ID,Date,Temperature_Max[°C],temperature_min [°F],PRECIPITATION[mm],wind_speed[km/h],pressure[hPa],relative_humidity[%],solar_radiation[MJ/m²]';
  const { errors } = await load('weather.csv', `${header}\nfld_berlin,2026-05-01,20,50,2.5,18,1013,70,12\n`);
  expect(errors).toEqual([]);
  expect(await records('weather')).toMatchObject([
    {
      temperature_max: { value: 20, unit: 'celsius' },
      temperature_min: { value: 10, unit: 'celsius' },
      precipitation: { value: 2.5, unit: 'millimetre' },
      wind_speed: { value: 5, unit: 'metre_per_second' },
      pressure: { value: 1013, unit: 'hectopascal' },
      relative_humidity: { value: 70, unit: 'percent' },
      solar_radiation: { value: 12, unit: 'megajoule_per_square_metre' },
    },
  ]);
});

test('a date or instant in another format is refused with its column and the expected format', async () => {
  const { load } = await startImport();
  const days = await load('days.csv', 'date,precipitation[mm]\n02.05.2026,1\n', { fieldId: 'fld_berlin' });
  expect(days.errors).toEqual(['line 2: date must be a date that exists, as YYYY-MM-DD (2026-05-02), not 02.05.2026']);
  const csv = 'starts_at,granularity,precipitation[mm]\n02.05.2026 06:00,hourly,1\n';
  const hours = await load('hours.csv', csv, { fieldId: 'fld_berlin' });
  expect(hours.errors).toEqual([
    'line 2: starts_at must be a date-time with an offset that exists, such as 2026-05-02T06:00:00Z, not 02.05.2026 06:00',
  ]);
});

test.each([
  ['weather.csv', ''],
  ['weather.csv', '\n\n'],
  ['weather.csv', 'date,precipitation[mm]\n'],
  ['weather.jsonl', ''],
])('%s without records (%j) is refused with an error', async (name, content) => {
  const { load } = await startImport();
  await expect(load(name, content, { fieldId: 'fld_berlin' })).rejects.toThrow(/ has no records\.$/);
});

test.each([
  ['date,temperature_max', 'temperature_max has no unit: write temperature_max[celsius]'],
  ['date,temperature_max[f]', 'temperature_max[f] has an unknown unit: write one of celsius, fahrenheit, kelvin'],
  ['date,temp[celsius]', 'temp[celsius] is no column of the contract'],
  ['date,date', 'the column date is there twice'],
  ['temperature_max[celsius],Temperature_max [°F]', 'the column temperature_max is there twice'],
  ['date,', 'a column without a name is no column of the contract'],
])('a file with the header %s is refused', async (header, reason) => {
  const { load, records } = await startImport();
  await expect(load('weather.csv', `${header}\n2026-05-01,1\n`, { fieldId: 'fld_berlin' })).rejects.toThrow(reason);
  expect(await records('weather')).toEqual([]);
});

test('the error for an unknown header lists all columns and states that tabs are not supported', async () => {
  const { load } = await startImport();
  const refusal = load('weather.csv', 'date\ttemp\n2026-05-01\t1\n', { fieldId: 'fld_berlin' });
  await expect(refusal).rejects.toThrow(/Tabs.*Columns are field_id, .*date, .*temperature_max\[celsius\].*wind_speed/);
});

test('a file with semicolons and decimal commas is read, and a number with a decimal point in it is refused', async () => {
  const { load, records } = await startImport();
  const lines = [
    '\uFEFFfield_id;date;temperature_max[celsius];temperature_min[celsius];pressure[hectopascal]',
    'fld_berlin;2026-05-01;18,2;-3;1013,25',
    '"fld_berlin";2026-05-02;"19,5";,5;1.013',
  ];
  const { added, errors } = await load('weather.csv', lines.join('\r\n'));
  expect([added, errors]).toEqual([1, ['line 3: pressure/value must be a number, not "1.013"']]);
  expect(await records('weather')).toMatchObject([
    { temperature_max: { value: 18.2 }, temperature_min: { value: -3 }, pressure: { value: 1013.25 } },
  ]);
});

test('a file with semicolons and decimal points is read, and decimal commas are refused when commas separate cells', async () => {
  const { load, records } = await startImport();
  const header = 'field_id;date;temperature_max[celsius]';
  await load('points.csv', `${header}\nfld_berlin;2026-05-01;18.2\n`);
  const lines = ['fld_berlin,2026-05-02,"18,2"', 'fld_berlin,2026-05-03,"1,013"'];
  const { errors } = await load('quoted.csv', [header.replaceAll(';', ','), ...lines].join('\n'));
  expect(errors).toEqual([
    'line 2: temperature_max/value must be a number, not "18,2": write 18.2, or separate the cells of a CSV file by semicolons',
    // It may be a thousand and thirteen.
    'line 3: temperature_max/value must be a number, not "1,013"',
  ]);
  expect(await records('weather')).toMatchObject([{ temperature_max: { value: 18.2 } }]);
});

test('text with a point in the column of a number does not decide the decimal mark', async () => {
  const { load } = await startImport();
  const lines = ['field_id;date;temperature_max[celsius]', 'fld_berlin;2026-05-01;k.A.', 'fld_berlin;2026-05-02;18,2'];
  const { added, errors } = await load('weather.csv', lines.join('\n'));
  expect([added, errors]).toEqual([1, ['line 2: temperature_max/value must be a number, not "k.A."']]);
  const pressures = [
    'field_id;date;pressure[hectopascal]',
    'fld_berlin;2026-04-30;1.013.250',
    'fld_berlin;2026-05-01;1.013,25',
    'fld_berlin;2026-05-02;1.013',
  ];
  expect((await load('pressure.csv', pressures.join('\n'))).errors).toEqual([
    'line 2: pressure/value must be a number, not "1.013.250"',
    'line 3: pressure/value must be a number, not "1.013,25"',
    'line 4: pressure/value must be a number, not "1.013"',
  ]);
});

test('bad lines are reported with their reason, and good lines are stored', async () => {
  const { load, records } = await startImport();
  const lines = [
    'field_id,date,temperature_max[celsius]',
    'fld_berlin,2026-05-01,20',
    'fld_berlin,2026-02-30,20',
    'fld_berlin,2026-05-02,warm',
    'fld_unknown,2026-05-03,20',
    'fld_berlin',
    ',2026-05-03,20',
    'fld_berlin,2026-05-05,20',
    'fld_berlin,2026-05-04,20',
  ];
  const { added, refused, errors } = await load('weather.csv', lines.join('\r\n'));
  expect([added, refused]).toEqual([2, 6]);
  expect(errors).toEqual([
    'line 3: date must be a date that exists, as YYYY-MM-DD (2026-05-02), not 2026-02-30',
    'line 4: temperature_max/value must be a number, not "warm"',
    'line 5: field fld_unknown is not known here: add it with the command fields',
    'line 6: has 1 cell, the header has 3',
    'line 7: field_id is missing: write it in the record, or set --field',
    'line 8: an observed record lies in the future: is it a forecast?',
  ]);
  expect((await records('weather')).map(({ date }) => date)).toEqual(['2026-05-01', '2026-05-04']);
});

test('a bad granularity is reported, and the error for a date with a time names the column for hours', async () => {
  const { load } = await startImport();
  const lines = [
    'starts_at,date,granularity,temperature_max[celsius]',
    '2026-05-01T06:00:00Z,,HOURLY,20',
    ',2026-05-01,hour,20',
    ',2026-05-01T06:00:00Z,hourly,20',
    ',2026-05-01 6:00,,20',
    ',2026-05-01T06:00:00Z,HOURLY,20',
    '2026-05-01T06:00:00Z,,hourly,20',
    ',2026-05-01,daily,20',
    '2026-05-01T07:00:00Z,,,20',
  ];
  const { added, errors } = await load('hours.csv', lines.join('\n'), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([
    'line 2: granularity must be daily or hourly, not HOURLY',
    'line 3: granularity must be daily or hourly, not hour',
    'line 4: date must be a date that exists, as YYYY-MM-DD (2026-05-02), not 2026-05-01T06:00:00Z; write the start of an hour in the column starts_at',
    'line 5: date must be a date that exists, as YYYY-MM-DD (2026-05-02), not 2026-05-01 6:00; write the start of an hour in the column starts_at',
    'line 6: granularity must be daily or hourly, not HOURLY',
    'line 9: ends_at is missing: for an hour, write hourly as granularity',
  ]);
  expect(added).toBe(2);
});

test('a row without any value creates no record and does not replace a forecast', async () => {
  const { load, records } = await startImport();
  const options = { fieldId: 'fld_berlin' };
  const forecast = 'date,kind,temperature_max[celsius]\n2026-05-01,forecast,20\n';
  await load('forecast.csv', forecast, { ...options, issuedAt: '2026-04-30T06:00:00Z' });
  const rows = ['2026-05-01,,,', '2026-05-02,a,unknown,', '2026-05-03,,rain,', '2026-05-04,,,0', '2026-02-30,,,'];
  const csv = ['date,source_name,condition,precipitation[mm]', ...rows].join('\n');
  expect(await load('observed.csv', csv, options)).toMatchObject({ added: 2, refused: 1 });
  expect((await records('weather')).map(({ date, kind }) => [date, kind])).toEqual([
    ['2026-05-01', 'forecast'],
    ['2026-05-03', 'observed'],
    ['2026-05-04', 'observed'],
  ]);
});

test('one bad line refuses the whole file with strict', async () => {
  const { load, records } = await startImport();
  const csv = 'date,temperature_max[celsius]\n2026-05-01,20\n2026-05-02,x\n';
  const { added, refused } = await load('weather.csv', csv, { fieldId: 'fld_berlin', strict: true });
  // Counts of the attempt, so that a caller can report how many of how many.
  expect([added, refused]).toEqual([1, 1]);
  expect(await records('weather')).toEqual([]);
});

test('quoted cells may contain commas, quotes and line breaks', async () => {
  const { load, records } = await startImport();
  const csv =
    'date,source_name,source_station,temperature_max[celsius]\n"2026-05-01","Net ""A"", north\nand south","",20\n2026-05-02,b,"x,y",21\n';
  expect((await load('weather.csv', csv, { fieldId: 'fld_berlin' })).errors).toEqual([]);
  expect((await records('weather')).map(({ source }) => source)).toEqual([
    { provenance: 'measured', name: 'Net "A", north\nand south' },
    { provenance: 'measured', name: 'b', station: 'x,y' },
  ]);
});

test('a stray quote refuses only its own line, and the lines after it are stored', async () => {
  const { load, records } = await startImport();
  const lines = [
    'date,source_name,temperature_max[celsius]',
    '2026-04-01,a "quoted" word and 5" of rain,1',
    '2026-04-02,"never closed,2',
    '2026-04-03,"closed by the one before,"3',
    '2026-04-04,"a"b,4',
    '2026-04-05,"a""b" ,5',
    '"2026-04-06,a,6',
    ...Array.from({ length: 20 }, (_, index) => `2026-04-${String(index + 7).padStart(2, '0')},a,7`),
    '2026-04-30,"to the end,',
  ];
  const { added, errors } = await load('weather.csv', lines.join('\n'), { fieldId: 'fld_berlin' });
  expect(errors).toEqual([
    'line 3: has text after the closing quote of a cell: write a quote in it as ""',
    'line 4: has text after the closing quote of a cell: write a quote in it as ""',
    'line 5: has text after the closing quote of a cell: write a quote in it as ""',
    'line 7: has a cell whose quote is not closed',
    'line 28: has a cell whose quote is not closed',
  ]);
  expect(added).toBe(22);
  const names = (await records('weather')).map(({ source }) => source.name);
  expect(names.slice(0, 2)).toEqual(['a "quoted" word and 5" of rain', 'a"b']);
});

test('an unclosed quoted cell is read only up to a limit, however long the file is', async () => {
  const { load } = await startImport();
  const open = '2026-05-01,"x\n'.repeat(2_000);
  const { refused } = await load('weather.csv', `date,source_name\n${open}`, { fieldId: 'fld_berlin' });
  expect(refused).toBe(2_000);
});

test('hours are read from their instants', async () => {
  const { load, records } = await startImport();
  const csv = '\ufeffgranularity,starts_at,temperature_mean[celsius]\nhourly,2026-05-01T12:00:00+02:00,20\n';
  expect((await load('weather.csv', csv, { fieldId: 'fld_berlin' })).errors).toEqual([]);
  expect(await records('weather')).toMatchObject([
    { granularity: 'hourly', starts_at: '2026-05-01T10:00:00Z', ends_at: '2026-05-01T11:00:00Z', date: null },
  ]);
});

test('an hour may also have a date', async () => {
  const { load, records } = await startImport();
  const csv = 'granularity,starts_at,date,temperature_mean[celsius]\nhourly,2026-05-01T10:00:00Z,2026-05-01,20\n';
  expect((await load('weather.csv', csv, { fieldId: 'fld_berlin' })).errors).toEqual([]);
  expect(await records('weather')).toMatchObject([{ ends_at: '2026-05-01T11:00:00Z', date: null }]);
});

test('a file that is not UTF-8, or has no known format, is refused with one sentence', async () => {
  const { load } = await startImport();
  await expect(load('weather.xlsx', 'x')).rejects.toThrow('The name of the file must end in a known format');
  await expect(load('weather.json', '{}')).rejects.toThrow('of no format that is known');
  await expect(load('weather.json', '{\n')).rejects.toThrow('not JSON: see line 2, column 1.');
  await expect(load('weather.json', Buffer.from('{"caf\xe9":1}', 'latin1'))).rejects.toThrow('not UTF-8');
  for (const text of ['\ufeffdate,condition\n2026-05-01,rain\n', '{"text":"x"}']) {
    const bytes = Buffer.from(text, 'utf16le');
    for (const each of [bytes, Buffer.from(bytes).swap16()])
      await expect(load('weather.jsonl', each)).rejects.toThrow('The file is UTF-16: save it as UTF-8.');
  }
  await expect(load('weather.csv', 'date,condition\r2026-05-01,rain\r')).rejects.toThrow('end in CR without LF');
  await expect(load('weather.csv', Buffer.from('date,caf\xe9\n', 'latin1'))).rejects.toThrow(
    'The header is not UTF-8: save the file as UTF-8.',
  );
  await expect(load('weather.json', '\ufeff{}')).rejects.toThrow('of no format that is known');
});

test('a line that is not UTF-8 is refused by its number, and the others are stored, wherever the chunks of the file end', async () => {
  const { load, records } = await startImport();
  const options = { fieldId: 'fld_berlin' };
  const bad = (line: number) => `line ${line}: is not UTF-8: save the file as UTF-8`;
  const header = '\ufeffdate,precipitation[mm],source_name\r\n2026-04-01,1,';
  // The first é is in two chunks of 64 KiB.
  const start = header.padEnd(65_535 - Buffer.byteLength(header) + header.length, 'x');
  const rows = ['\ufffd', '"a\nb"', 'c', 'd', '"e\nf"', 'g'].map((name, at) => `2026-04-0${at + 2},1,${name}\r\n`);
  const bytes = Buffer.from(`${start}é\r\n${rows.join('')}`);
  for (const letter of 'bcg') bytes[bytes.lastIndexOf(letter)] = 0xe9;
  const { added, refused, errors } = await load('days.csv', bytes, options);
  expect({ added, refused, errors }).toEqual({ added: 4, refused: 3, errors: [bad(4), bad(6), bad(10)] });
  expect((await records('weather')).map(({ source }) => source.name.slice(-3))).toEqual(['xxé', '\ufffd', 'd', 'e\nf']);

  const notes = ['First', 'Caf\xe9', '', 'Third'].map((text) =>
    text === '' ? '' : JSON.stringify({ field_id: 'fld_berlin', observed_at: '2026-05-01T12:00:00Z', text }),
  );
  const lines = Buffer.from(notes.join('\n'), 'latin1');
  expect((await load('notes.jsonl', lines, { strict: true })).errors).toEqual([bad(2)]);
  expect(await records('observations')).toEqual([]);
  expect(await load('notes.jsonl', lines)).toMatchObject({ added: 2, refused: 1, errors: [bad(2)] });
  expect((await records('observations')).map(({ text }) => text).toSorted()).toEqual(['First', 'Third']);
});

test('rows shorter than their granularity are refused, and the error for hours requests the granularity', async () => {
  const { load, records } = await startImport();
  const load1 = (columns: string, ...rows: string[]) =>
    load('rows.csv', `starts_at,ends_at,condition${columns}\n${rows.join('\n')}\n`, { fieldId: 'fld_berlin' });
  const hour = '2026-05-01T10:00:00Z,2026-05-01T11:00:00Z,rain';
  const unstated = await load1('', hour, '2026-03-29,2026-03-30,rain');
  expect(unstated.errors).toEqual(['line 2: the interval is shorter than a day: state granularity']);
  const stated = await load1(
    ',granularity',
    '2026-05-01T10:00:00Z,2026-05-01T10:10:00Z,rain,hourly',
    `${hour},daily`,
    `${hour},hourly`,
  );
  expect(stated.errors).toEqual([
    'line 2: the interval is shorter than hourly allows',
    'line 3: the interval is shorter than daily allows',
  ]);
  // The day on which clocks go forward has 23 hours.
  expect(await records('weather')).toMatchObject([{ date: '2026-03-29' }, { granularity: 'hourly' }]);
});

test('a day on which clocks go back two hours is one day, and an overlapping record is refused', async () => {
  const { load, store, records } = await startImport();
  const timezone = 'America/Argentina/Cordoba';
  await store.addField({ id: 'fld_a', account: null, timezone, latitude: -31.4, longitude: -64.2, demo: false });
  const days = ['1991-03-01', '1991-03-02', '1991-03-03'].map((date) => `${date},rain`).join('\n');
  expect(await load('days.csv', `date,condition\n${days}\n`, { fieldId: 'fld_a' })).toMatchObject({
    added: 3,
    errors: [],
  });
  const [, longest] = await records('weather');
  expect(longest).toMatchObject({
    date: '1991-03-02',
    starts_at: '1991-03-02T02:00:00Z',
    ends_at: '1991-03-03T04:00:00Z',
  });
  const late = 'starts_at,ends_at,condition\n1991-03-03T03:30:00Z,1991-03-04T03:30:00Z,rain\n';
  const { errors } = await load('late.csv', late, { fieldId: 'fld_a' });
  expect(errors).toEqual([expect.stringContaining('overlaps')]);
});

test('a day that the timezone of a field skipped is refused with that reason, and its neighbours are stored', async () => {
  const { load, records, store } = await startImport();
  const apia = { timezone: 'Pacific/Apia', latitude: -13.8, longitude: -171.8, demo: false };
  await store.addField({ ...apia, id: 'fld_apia', account: null });
  const days = ['2011-12-29', '2011-12-30', '2011-12-31'].map((day) => `${day},1\n`);
  const { errors } = await load('a.csv', `date,precipitation[mm]\n${days.join('')}`, { fieldId: 'fld_apia' });
  expect(errors).toEqual(['line 3: the day 2011-12-30 does not exist in Pacific/Apia']);
  expect((await records('weather')).map(({ date }) => date)).toEqual(['2011-12-29', '2011-12-31']);
});
