//! Rows as a workbook (ECMA-376), compressed while they are written: typed cells, a fixed header row, and a second
//! sheet with the licences.

use std::io::Write as _;

use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};
use kit::clock::DAY_MILLISECONDS;
use kit::spreadsheet_formulas::is_formula;
use time::macros::{date, format_description};
use time::{Date, OffsetDateTime};

use crate::{Cell, Column, Kind, SheetError};

/// The most letters that a spreadsheet keeps in a cell.
const MAX_LETTERS: usize = 32_767;
/// The largest whole number that a spreadsheet keeps to the last digit: it has fifteen digits.
const MAX_INTEGER: i64 = 999_999_999_999_999;
/// The day before which spreadsheets count the days differently: they know a 29 February 1900.
const FIRST_DAY: Date = date!(1900 - 03 - 01);
/// The day from which spreadsheets count.
const EPOCH: Date = date!(1899 - 12 - 30);

/// The styles of cells, in the order of `STYLES`.
const HEADER: u8 = 1;
const DAY: u8 = 2;
const INSTANT: u8 = 3;
/// Text that begins like a formula: it stays text when somebody edits it.
const QUOTED: u8 = 4;

const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";

const STYLES: &str = "<numFmts count=\"2\"><numFmt numFmtId=\"164\" formatCode=\"yyyy\\-mm\\-dd\"/>\
    <numFmt numFmtId=\"165\" formatCode=\"yyyy\\-mm\\-dd\\ hh:mm:ss\"/></numFmts>\
    <fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>\
    <font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>\
    <fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>\
    <fill><patternFill patternType=\"gray125\"/></fill></fills>\
    <borders count=\"1\"><border/></borders>\
    <cellStyleXfs count=\"1\"><xf/></cellStyleXfs>\
    <cellXfs count=\"5\"><xf/><xf fontId=\"1\" applyFont=\"1\"/>\
    <xf numFmtId=\"164\" applyNumberFormat=\"1\"/><xf numFmtId=\"165\" applyNumberFormat=\"1\"/>\
    <xf quotePrefix=\"1\"/></cellXfs>";

/// A part of the archive that has ended.
struct Part {
    name: &'static str,
    crc: u32,
    packed: u32,
    size: u32,
    offset: u32,
}

/// A file that is being written.
pub struct Xlsx {
    packer: DeflateEncoder<Vec<u8>>,
    crc: Crc,
    rows: u32,
    kinds: Vec<Kind>,
    parts: Vec<Part>,
    /// The bytes of the archive that have been handed over.
    taken: u64,
    /// Where the part of the rows begins, and where its packed bytes do.
    start: u64,
    packed_from: u64,
}

impl Xlsx {
    /// Starts a file with its header row.
    pub fn new(columns: &[Column]) -> Result<Self, SheetError> {
        let mut out = Vec::new();
        let mut parts = Vec::new();
        let mut first = Archive { out: &mut out, before: 0, parts: &mut parts };
        for (name, text) in fixed() {
            first.add(name, &text)?;
        }
        let start = out.len() as u64;
        local_header(&mut out, ROWS);
        let packed_from = out.len() as u64;
        let mut file = Self {
            packer: DeflateEncoder::new(out, Compression::fast()),
            crc: Crc::new(),
            rows: 0,
            kinds: columns.iter().map(|column| column.kind).collect(),
            parts,
            taken: 0,
            start,
            packed_from,
        };
        file.write(&format!(
            "{DECLARATION}<worksheet xmlns=\"{MAIN}\"><sheetViews><sheetView workbookViewId=\"0\">\
             <pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>\
             </sheetView></sheetViews><sheetData>"
        ))?;
        let mut header = String::from("<row r=\"1\">");
        for column in columns {
            inline(&mut header, &column.name, HEADER);
        }
        header.push_str("</row>");
        file.rows = 1;
        file.write(&header)?;
        Ok(file)
    }

    pub fn row(&mut self, cells: Vec<Cell>) -> Result<(), SheetError> {
        self.rows += 1;
        let mut text = format!("<row r=\"{}\">", self.rows);
        for (cell, kind) in cells.into_iter().zip(&self.kinds) {
            write_cell(&mut text, cell, *kind);
        }
        text.push_str("</row>");
        self.write(&text)
    }

    /// The bytes written since the last call.
    pub fn take(&mut self) -> Vec<u8> {
        let bytes = std::mem::take(self.packer.get_mut());
        self.taken += bytes.len() as u64;
        bytes
    }

    /// Ends the file with the sheet of its licences.
    pub fn finish(mut self, sentence: &str) -> Result<Vec<u8>, SheetError> {
        self.write("</sheetData></worksheet>")?;
        let (packed_from, size, crc) = (self.packed_from, self.crc.amount(), self.crc.sum());
        let mut out = self.packer.finish()?;
        let packed = narrow(self.taken + out.len() as u64 - packed_from)?;
        descriptor(&mut out, crc, packed, size);
        let mut parts = self.parts;
        parts.push(Part { name: ROWS, crc, packed, size, offset: narrow(self.start)? });

        let mut about = String::from("<row r=\"1\">");
        inline(&mut about, sentence, 0);
        about.push_str("</row>");
        let about = format!(
            "{DECLARATION}<worksheet xmlns=\"{MAIN}\"><sheetData>{about}</sheetData></worksheet>"
        );
        let mut last = Archive { out: &mut out, before: self.taken, parts: &mut parts };
        last.add(ABOUT, &about)?;
        last.end()?;
        Ok(out)
    }

    fn write(&mut self, text: &str) -> Result<(), SheetError> {
        self.crc.update(text.as_bytes());
        Ok(self.packer.write_all(text.as_bytes())?)
    }
}

const ROWS: &str = "xl/worksheets/sheet1.xml";
const ABOUT: &str = "xl/worksheets/sheet2.xml";

/// The parts that are the same in every file.
fn fixed() -> [(&'static str, String); 5] {
    let content = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let relation = |id: u8, kind: &str, target: &str| {
        format!("<Relationship Id=\"rId{id}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>")
    };
    let relations = |inner: &str| {
        format!(
            "{DECLARATION}<Relationships xmlns=\"{PACKAGE}/relationships\">{inner}</Relationships>"
        )
    };
    let override_of = |part: &str, kind: &str| {
        format!("<Override PartName=\"/{part}\" ContentType=\"{content}.{kind}+xml\"/>")
    };
    [
        (
            "[Content_Types].xml",
            format!(
                "{DECLARATION}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>{}{}{}{}</Types>",
                override_of("xl/workbook.xml", "sheet.main"),
                override_of(ROWS, "worksheet"),
                override_of(ABOUT, "worksheet"),
                override_of("xl/styles.xml", "styles"),
            ),
        ),
        ("_rels/.rels", relations(&relation(1, "officeDocument", "xl/workbook.xml"))),
        (
            "xl/workbook.xml",
            format!(
                "{DECLARATION}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>\
                 <sheet name=\"Data\" sheetId=\"1\" r:id=\"rId1\"/>\
                 <sheet name=\"Licences\" sheetId=\"2\" r:id=\"rId2\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            relations(&format!(
                "{}{}{}",
                relation(1, "worksheet", "worksheets/sheet1.xml"),
                relation(2, "worksheet", "worksheets/sheet2.xml"),
                relation(3, "styles", "styles.xml"),
            )),
        ),
        (
            "xl/styles.xml",
            format!("{DECLARATION}<styleSheet xmlns=\"{MAIN}\">{STYLES}</styleSheet>"),
        ),
    ]
}

fn write_cell(out: &mut String, cell: Cell, kind: Kind) {
    match (cell, kind) {
        (Cell::Text(text), Kind::Day) => match day_number(&text) {
            Some(day) => number(out, &day.to_string(), DAY),
            None => inline(out, &text, 0),
        },
        (Cell::Integer(instant), Kind::Instant) => match instant_number(instant) {
            Some(value) => number(out, &value.to_string(), INSTANT),
            None => out.push_str("<c/>"),
        },
        (Cell::Text(text), _) => {
            let style = if is_formula(&text) { QUOTED } else { 0 };
            inline(out, &text, style);
        }
        (Cell::Number(value), _) if value.is_finite() => {
            number(out, &serde_json::Value::from(value).to_string(), 0);
        }
        (Cell::Integer(value), _) if value.abs() <= MAX_INTEGER => {
            number(out, &value.to_string(), 0);
        }
        (Cell::Integer(value), _) => inline(out, &value.to_string(), 0),
        (Cell::Truth(truth), _) => {
            out.push_str(if truth { "<c t=\"b\"><v>1</v></c>" } else { "<c t=\"b\"><v>0</v></c>" });
        }
        (Cell::Nothing | Cell::Number(_), _) => out.push_str("<c/>"),
    }
}

fn number(out: &mut String, value: &str, style: u8) {
    if style == 0 {
        out.push_str("<c><v>");
    } else {
        out.push_str("<c s=\"");
        out.push((b'0' + style) as char);
        out.push_str("\"><v>");
    }
    out.push_str(value);
    out.push_str("</v></c>");
}

fn inline(out: &mut String, text: &str, style: u8) {
    out.push_str("<c t=\"inlineStr\"");
    if style > 0 {
        out.push_str(" s=\"");
        out.push((b'0' + style) as char);
        out.push('"');
    }
    out.push_str("><is><t xml:space=\"preserve\">");
    for letter in text.chars().take(MAX_LETTERS) {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // XML cannot hold these; the others are kept.
            '\u{0}'..='\u{8}'
            | '\u{b}'
            | '\u{c}'
            | '\u{e}'..='\u{1f}'
            | '\u{fffe}'
            | '\u{ffff}' => {}
            other => out.push(other),
        }
    }
    out.push_str("</t></is></c>");
}

fn day_number(text: &str) -> Option<i64> {
    let day = Date::parse(text, format_description!("[year]-[month]-[day]")).ok()?;
    (day >= FIRST_DAY).then(|| (day - EPOCH).whole_days())
}

fn instant_number(milliseconds: i64) -> Option<f64> {
    let at =
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(milliseconds) * 1_000_000).ok()?;
    let day = at.date();
    let of_day = milliseconds.rem_euclid(DAY_MILLISECONDS) as f64 / DAY_MILLISECONDS as f64;
    (day >= FIRST_DAY).then(|| (day - EPOCH).whole_days() as f64 + of_day)
}

/// Parts that are added at once, behind those that have been handed over already.
struct Archive<'a> {
    out: &'a mut Vec<u8>,
    before: u64,
    parts: &'a mut Vec<Part>,
}

impl Archive<'_> {
    fn add(&mut self, name: &'static str, text: &str) -> Result<(), SheetError> {
        let offset = narrow(self.before + self.out.len() as u64)?;
        let part = packed(self.out, name, text, offset)?;
        self.parts.push(part);
        Ok(())
    }

    /// Writes the directory of all parts.
    fn end(self) -> Result<(), SheetError> {
        let start = narrow(self.before + self.out.len() as u64)?;
        let count = self.parts.len() as u16;
        for part in &*self.parts {
            self.out.extend([0x50, 0x4b, 1, 2]);
            halves(self.out, &[20, 20, FLAGS, DEFLATED, 0, FIRST_DATE]);
            words(self.out, &[part.crc, part.packed, part.size]);
            halves(self.out, &[part.name.len() as u16, 0, 0, 0, 0]);
            words(self.out, &[0, part.offset]);
            self.out.extend_from_slice(part.name.as_bytes());
        }
        let size = narrow(self.before + self.out.len() as u64)? - start;
        self.out.extend([0x50, 0x4b, 5, 6]);
        halves(self.out, &[0, 0, count, count]);
        words(self.out, &[size, start]);
        halves(self.out, &[0]);
        Ok(())
    }
}

/// Sizes follow the packed bytes, and names are UTF-8.
const FLAGS: u16 = 0x0808;
const DEFLATED: u16 = 8;
/// 1 January 1980: equal rows make equal files.
const FIRST_DATE: u16 = 0x21;

fn packed(
    out: &mut Vec<u8>,
    name: &'static str,
    text: &str,
    offset: u32,
) -> Result<Part, SheetError> {
    local_header(out, name);
    let mut crc = Crc::new();
    crc.update(text.as_bytes());
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(text.as_bytes())?;
    let bytes = packer.finish()?;
    let (packed, size) = (narrow(bytes.len() as u64)?, narrow(text.len() as u64)?);
    out.extend(bytes);
    descriptor(out, crc.sum(), packed, size);
    Ok(Part { name, crc: crc.sum(), packed, size, offset })
}

fn local_header(out: &mut Vec<u8>, name: &str) {
    out.extend([0x50, 0x4b, 3, 4]);
    halves(out, &[20, FLAGS, DEFLATED, 0, FIRST_DATE]);
    words(out, &[0, 0, 0]);
    halves(out, &[name.len() as u16, 0]);
    out.extend_from_slice(name.as_bytes());
}

fn descriptor(out: &mut Vec<u8>, crc: u32, packed: u32, size: u32) {
    out.extend([0x50, 0x4b, 7, 8]);
    words(out, &[crc, packed, size]);
}

fn halves(out: &mut Vec<u8>, values: &[u16]) {
    for value in values {
        out.extend(value.to_le_bytes());
    }
}

fn words(out: &mut Vec<u8>, values: &[u32]) {
    for value in values {
        out.extend(value.to_le_bytes());
    }
}

/// Archives without the extension for larger ones end at 4 GiB.
fn narrow(size: u64) -> Result<u32, SheetError> {
    u32::try_from(size).map_err(|_| SheetError::TooLarge)
}
