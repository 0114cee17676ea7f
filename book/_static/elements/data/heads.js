// Written by book/make_model_heads.py.
export const SIZES = {
 "minilm": [
  6,
  12
 ],
 "smollm2": [
  30,
  9
 ]
};
export const SENTENCES = [
 {
  "text": "the horse didn't enter the barn because it was too nervous",
  "minilm": [
   "[CLS]",
   "the",
   "horse",
   "didn",
   "'",
   "t",
   "enter",
   "the",
   "barn",
   "because",
   "it",
   "was",
   "too",
   "nervous",
   "[SEP]"
  ],
  "smollm2": [
   "the",
   " horse",
   " didn",
   "'t",
   " enter",
   " the",
   " barn",
   " because",
   " it",
   " was",
   " too",
   " nervous"
  ]
 },
 {
  "text": "the horse didn't enter the barn because it was too dark",
  "minilm": [
   "[CLS]",
   "the",
   "horse",
   "didn",
   "'",
   "t",
   "enter",
   "the",
   "barn",
   "because",
   "it",
   "was",
   "too",
   "dark",
   "[SEP]"
  ],
  "smollm2": [
   "the",
   " horse",
   " didn",
   "'t",
   " enter",
   " the",
   " barn",
   " because",
   " it",
   " was",
   " too",
   " dark"
  ]
 },
 {
  "text": "Doctor Zorblat came to the village. Everybody liked Doctor Zorblat",
  "minilm": [
   "[CLS]",
   "doctor",
   "z",
   "##or",
   "##bla",
   "##t",
   "came",
   "to",
   "the",
   "village",
   ".",
   "everybody",
   "liked",
   "doctor",
   "z",
   "##or",
   "##bla",
   "##t",
   "[SEP]"
  ],
  "smollm2": [
   "Doctor",
   " Z",
   "or",
   "bl",
   "at",
   " came",
   " to",
   " the",
   " village",
   ".",
   " Everybody",
   " liked",
   " Doctor",
   " Z",
   "or",
   "bl",
   "at"
  ]
 },
 {
  "text": "The capital of France is Paris, and the capital of Italy is Rome.",
  "minilm": [
   "[CLS]",
   "the",
   "capital",
   "of",
   "france",
   "is",
   "paris",
   ",",
   "and",
   "the",
   "capital",
   "of",
   "italy",
   "is",
   "rome",
   ".",
   "[SEP]"
  ],
  "smollm2": [
   "The",
   " capital",
   " of",
   " France",
   " is",
   " Paris",
   ",",
   " and",
   " the",
   " capital",
   " of",
   " Italy",
   " is",
   " Rome",
   "."
  ]
 },
 {
  "text": "She left the bank of the river and walked to the bank for money.",
  "minilm": [
   "[CLS]",
   "she",
   "left",
   "the",
   "bank",
   "of",
   "the",
   "river",
   "and",
   "walked",
   "to",
   "the",
   "bank",
   "for",
   "money",
   ".",
   "[SEP]"
  ],
  "smollm2": [
   "She",
   " left",
   " the",
   " bank",
   " of",
   " the",
   " river",
   " and",
   " walked",
   " to",
   " the",
   " bank",
   " for",
   " money",
   "."
  ]
 },
 {
  "text": "When Mary and John went to the shop, John gave a drink to Mary",
  "minilm": [
   "[CLS]",
   "when",
   "mary",
   "and",
   "john",
   "went",
   "to",
   "the",
   "shop",
   ",",
   "john",
   "gave",
   "a",
   "drink",
   "to",
   "mary",
   "[SEP]"
  ],
  "smollm2": [
   "When",
   " Mary",
   " and",
   " John",
   " went",
   " to",
   " the",
   " shop",
   ",",
   " John",
   " gave",
   " a",
   " drink",
   " to",
   " Mary"
  ]
 },
 {
  "text": "the animal didn't cross the street because it was too tired",
  "minilm": [
   "[CLS]",
   "the",
   "animal",
   "didn",
   "'",
   "t",
   "cross",
   "the",
   "street",
   "because",
   "it",
   "was",
   "too",
   "tired",
   "[SEP]"
  ],
  "smollm2": [
   "the",
   " animal",
   " didn",
   "'t",
   " cross",
   " the",
   " street",
   " because",
   " it",
   " was",
   " too",
   " tired"
  ]
 },
 {
  "text": "def add(a, b): return a + b",
  "minilm": [
   "[CLS]",
   "def",
   "add",
   "(",
   "a",
   ",",
   "b",
   ")",
   ":",
   "return",
   "a",
   "+",
   "b",
   "[SEP]"
  ],
  "smollm2": [
   "def",
   " add",
   "(",
   "a",
   ",",
   " b",
   "):",
   " return",
   " a",
   " +",
   " b"
  ]
 }
];
export const COPIERS = {
 "18,6": 0.93,
 "17,3": 0.71,
 "17,4": 0.69,
 "18,7": 0.68,
 "23,2": 0.55,
 "23,7": 0.49,
 "17,5": 0.37,
 "20,6": 0.36,
 "23,8": 0.31
};
export const STARTS = {
 "page": {
  "model": "minilm",
  "sentence": 0,
  "layer": 3,
  "head": 1,
  "word": 10,
  "weights": "/QABAAAAAAAAAAAAAAAAVQp5CQMBAQAGAgcBAAAI5gYGAQEAAAEBAAUAAAACjhAQBAMHFwcDAQQBAg4MyAUMBAMFCQMEAQEBAAIFowUQAQICEgoLAAIBAA4IJwIRAAAAAx2eAAMAAAADagIdAQEAAQVnAAQBAAAD9wEBAAAAAAECAAEAAAABRCcJFwgNCA0GAgMJGxUGGgeeAgEABQMdAgkBAQIIWCYYBQQBBgUIAhoFBhwKtgcEAQEBAwMDAQICAygD6gMCAQAAAwIBAAQBAAIBRyRQHwUCAwECAQcBAQEN"
 },
 "chapter": {
  "model": "smollm2",
  "sentence": 2,
  "layer": 16,
  "head": 0,
  "word": 13,
  "weights": "//sECfYBBRXlAQIAC/ABEAAAEtsCCAAAAAvsAQwAAAAADOYBIQAAAAAAQpoDHwAAAAAAAAfWAzcAAAAAAAAAE7IEHgAAAAAAAAAAEswCZAAAAAAAAAAAAAmQARIAAAAAAAAAAAAACOQBAgAAAAAAAAAAAAAACfQAAgAAAAAAAAAAAAAAAAzwAQIAAAAAAAAAAAAAAAAAEesB"
 }
};
